# {id}: what it objects to, and what it lets pass.

bash example-{name} deploy x
    denied by {id}: say here why not
bash example-{name} test
    goes on
    {id} gets: "command":"example-{name} test"
