//! Ending what was started when this process is told to end. Each command has a process group of its own, so that no signal
//! to ours reaches it: whoever gives a stop check up would leave a whole test run behind.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use hookward_runner::Abort;
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};

/// How a process ends that a signal has ended, as shells say it: this, and the signal's number.
const BY_A_SIGNAL: i32 = 128;

/// The switch that such a signal throws. From here on it no longer ends the process by itself: what runs is ended, nothing
/// more is started, and what is left is to answer. A second signal ends it at once.
pub fn called_off() -> &'static Abort {
    static SWITCH: OnceLock<Abort> = OnceLock::new();
    SWITCH.get_or_init(|| {
        let thrown: Arc<AtomicBool> = Arc::default();
        let signals = [
            SIGTERM,
            SIGINT,
            #[cfg(unix)]
            SIGHUP,
        ];
        for signal in signals {
            // Where it cannot be had, the signal ends the process, as it always did.
            let _ = register_conditional_shutdown(signal, BY_A_SIGNAL + signal, Arc::clone(&thrown))
                .and_then(|_| register(signal, Arc::clone(&thrown)));
        }
        Abort::from(thrown)
    })
}
