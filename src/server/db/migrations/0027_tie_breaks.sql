-- In which order a league's counters decide between equal points.
alter table leagues add column tie_break text not null default 'exact,difference,outcome';
