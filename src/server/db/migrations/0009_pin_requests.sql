-- Who asked for a PIN: a known device has limits of its own, and what a network asked for in vain counts against it.
alter table pins add column device_hash text, add column network text;
