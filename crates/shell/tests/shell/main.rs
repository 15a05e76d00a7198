//! What the tree says about a command text, as claims; and two oracles, bash and a second parser.

#[cfg(test)]
mod bash;
#[cfg(test)]
mod commands;
#[cfg(test)]
mod expansions;
#[cfg(test)]
mod fish;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod gaps;
#[cfg(test)]
mod growth;
#[cfg(test)]
mod hiding;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod places;
#[cfg(test)]
mod rable;
#[cfg(test)]
mod random;
#[cfg(test)]
mod redirects;
#[cfg(test)]
mod runs;
#[cfg(test)]
mod show;
#[cfg(test)]
mod valid;
#[cfg(test)]
mod walk;
#[cfg(test)]
mod words;
#[cfg(test)]
mod zsh;
