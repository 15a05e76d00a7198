# {id}: what it tells of, and what it is silent about.

bash example-{name} deploy x
    goes on, advised by {id}
bash example-{name} test
    goes on
    {id} gets: "command":"example-{name} test"
