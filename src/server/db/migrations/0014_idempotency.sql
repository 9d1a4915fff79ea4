-- A key in flight is held by the transaction that does its work: a row is an answer.
delete from idempotency where status is null;
alter table idempotency alter column status set not null, alter column body set not null;
