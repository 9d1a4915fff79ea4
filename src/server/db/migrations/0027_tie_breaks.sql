-- In which order a league's counters decide between equal points.
alter table leagues add column tie_break text not null default 'exact,difference,outcome'
  check (tie_break in ('exact,difference,outcome', 'exact,outcome,difference', 'difference,exact,outcome',
    'difference,outcome,exact', 'outcome,exact,difference', 'outcome,difference,exact'));
