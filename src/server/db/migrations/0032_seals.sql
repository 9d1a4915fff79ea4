-- A seal commits a member to their picks on an item: the SHA-256 of a text that src/contract/seals.ts describes. One is
-- made with every change of the picks, by `place_bets` alone, and there is none without picks, or of picks that were
-- saved before there were seals.
create table seals (
  item_id integer not null references items (id) on delete cascade,
  member_id integer not null references members (id),
  random text not null,                          -- without it a seal could be tried on every pick: told to nobody before the start
  seal text not null,
  primary key (item_id, member_id)
);

-- 128 random bits.
create function seal_random() returns text language sql
return encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16), 'hex');

-- `picks`: each as `option:value`, by option.
create function seal_of(league integer, item integer, member integer, picks text[], random text) returns text stable language sql
return encode(sha256(convert_to(concat_ws(
  E'\n', 'hevre-seal-1', league, item, member, array_to_string(picks, E'\n'), random), 'UTF8')), 'hex');

-- As in 0022_place_bets.sql, with a seal of each item's picks: stored beside them, and answered with each of its bets.
-- `requests` numbers them from 1, once for each of their bets; `options`, `amounts` (null takes the bet back) and `posts`
-- (null: not said) have as many. `members`, `bulk`, `keys` and `hashes` have one for each request. Answered are those
-- requests that could be locked: with what each of their bets is then, stored under the request's key, or with why they
-- are refused.
create or replace function place_bets(
  requests integer[], options integer[], amounts integer[], posts integer[],
  members integer[], bulk boolean[], keys text[], hashes text[],
  rule_defaults jsonb, most_digit integer, sums_from integer, is_transaction boolean
) returns table (request integer, answers text, refusal jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  locked integer[];
  batch integer[];
  placed record;
  changes bet_change[] := '{}';
  moved integer[] := '{}';
  told integer;
begin
  -- All that a request is judged by is locked before it is looked at, in shared mode: a start waits for bets in
  -- progress, and later bets see it. Nothing is waited for here, so that nobody waits for another's item.
  locked := array(
    select judged_by.request
    from (
      select sent.request, m.id as member, i.id as item, p.hide_options
      from unnest(requests, options) as sent (request, option)
      join item_options o on o.id = sent.option
      join items i on i.id = o.item_id
      join posts p on p.id = i.post_id
      join leagues l on l.id = p.league_id
      join league_members lm on lm.league_id = l.id and lm.member_id = members[sent.request] and lm.active
      join members m on m.id = lm.member_id and m.deleted_at is null
      for share of m, p, l, lm, i skip locked
    ) judged_by
    group by judged_by.request
    having count(*) = cardinality(array_positions(requests, judged_by.request))
      and bool_and(pg_try_advisory_xact_lock(judged_by.member, judged_by.item))
      and bool_and(judged_by.hide_options or pg_try_advisory_xact_lock(0, judged_by.item))
      and (keys[judged_by.request] is null or (
        pg_try_advisory_xact_lock(hashtextextended(
          'idempotency ' || members[judged_by.request] || ' ' || keys[judged_by.request], 0))
        and not exists (select from idempotency
          where member_id = members[judged_by.request] and key = keys[judged_by.request])))
  );

  -- A member's requests are judged one after the other, each by what the one before has left.
  for batch in
    select array_agg(turn.request)
    from (select request, row_number() over (partition by members[request] order by request) as nth
          from unnest(locked) as request) turn
    group by turn.nth order by turn.nth
  loop
    for placed in
      with sent as materialized (
        select s.request, s.nth, s.option, s.amount, s.post as said_post,
          i.id as item, i.post_id as post, p.league_id as league, i.layout, not p.hide_options as shows_sums,
          i.layout in ('vote', 'balance') as shares_budget,
          i.status = 'open' and i.started_at is null and i.ended_at is null and i.closed_at is null
            and p.active and l.active and l.removed_at is null
            -- By the clock behind the lock, however late that was granted.
            and (i.date is null or i.date > clock_timestamp()) as open,
          rule_number(coalesce(nullif(i.rules ->> 'bets_allow', ''), rule_defaults -> i.layout ->> 'bets_allow'))
            * case i.layout when 'balance' then rule_number(
                coalesce(nullif(i.rules ->> 'votesForPoint', ''), rule_defaults -> i.layout ->> 'votesForPoint'))
              else 1 end as budget
        from unnest(requests, options, amounts, posts) with ordinality as s (request, option, amount, post, nth)
        join item_options o on o.id = s.option
        join items i on i.id = o.item_id
        join posts p on p.id = i.post_id
        join leagues l on l.id = p.league_id
        where s.request = any(batch)
      ),
      -- Of two bets on one option the later counts; 0 is no bet where a budget is shared.
      bet as materialized (
        select distinct on (request, option) request, members[request] as member, item, option, nth, budget, layout,
          shares_budget, nullif(amount, case when shares_budget then 0 end) as amount,
          amount > case layout when 'vote' then 1 when 'balance' then budget else most_digit end as is_too_big,
          case layout when 'vote' then 1 when 'balance' then budget else most_digit end as most
        from sent order by request, option, nth desc
      ),
      on_item as materialized (
        select request, item, budget, shares_budget, count(amount) as picked, sum(amount) as used,
          max(nth) filter (where amount is not null) as latest,
          -- With one vote allowed a new one replaces the old.
          layout = 'vote' and budget = 1 and count(amount) = 1 as replaces
        from bet group by request, item, budget, layout, shares_budget
      ),
      kept as materialized (
        select request, item, replaces, b.item_option_id as option, b.value
        from on_item join bets b on b.item_id = item and b.member_id = members[request]
        where not exists (
          select from bet where bet.request = on_item.request and bet.option = b.item_option_id)
      ),
      -- Taking back is always possible, even above the budget.
      over_budget as (
        select request, latest as nth, budget as most
        from on_item
        where shares_budget and picked > 0 and not replaces
          and used + (select coalesce(sum(value), 0) from kept where kept.request = on_item.request and kept.item = on_item.item)
            > budget
      ),
      refused as (
        select distinct on (request) request, refusal
        from (
          select request, 1 as step, nth, jsonb_build_object('tooBig', nth - array_position(requests, request), 'limit', most) as refusal
          from (select request, nth, most from bet where is_too_big union all table over_budget) beyond
          union all
          select request, 2, nth, jsonb_build_object('closed', true) from sent where not open
          union all
          select request, 3, nth, jsonb_build_object('otherPost', nth - array_position(requests, request)) from sent where said_post <> post
        ) reason
        order by request, step, nth
      ),
      accepted as materialized (
        select bet.* from bet where not exists (select from refused where refused.request = bet.request)
      ),
      written as (
        insert into bets (item_id, item_option_id, member_id, value)
        select item, option, member, amount from accepted where amount is not null order by option
        on conflict (item_option_id, member_id)
          do update set value = excluded.value, updated = clock_timestamp()
        returning id, item_option_id as option, item_id as item, member_id as member, value, created, updated,
          xmax = 0 as is_new
      ),
      cleared as (
        delete from bets b using (
          select option, member from accepted where amount is null
          union
          select kept.option, accepted.member from kept join accepted using (request, item) where kept.replaces
        ) gone
        where b.item_option_id = gone.option and b.member_id = gone.member
        returning b.id, b.item_option_id as option, b.item_id as item, b.member_id as member, 0 as value, b.created,
          clock_timestamp() as updated, true as is_new
      ),
      changed as materialized (table written union all table cleared),
      -- Saved again as they were: their seal, which a device was shown, stays.
      same as materialized (
        select accepted.request, accepted.item
        from accepted
        left join bets b on b.item_option_id = accepted.option and b.member_id = accepted.member
        group by accepted.request, accepted.item
        having bool_and(accepted.amount is not distinct from b.value) and not exists (
          select from kept where kept.request = accepted.request and kept.item = accepted.item and kept.replaces)
      ),
      -- Of the picks as they are after it, by what was saved.
      sealed as materialized (
        select request, item, member, random, seal_of(league, item, member, picks, random) as seal
        from (
          select request, league, item, member, array_agg(option || ':' || value order by option) as picks,
            coalesce(
              (select s.random from same join seals s on s.item_id = item
                where same.request = pick.request and same.item = pick.item and s.member_id = pick.member),
              seal_random()) as random
          from (
            select request, item, member, option, amount as value from accepted where amount is not null
            union all
            select request, item, members[request], option, value from kept where not replaces
          ) pick
          join (select distinct item, member from changed) saved using (item, member)
          join (select distinct item, league from sent) place using (item)
          group by request, league, item, member
        ) picked
      ),
      stored_seal as (
        insert into seals (item_id, member_id, random, seal)
        select item, member, random, seal from sealed
        on conflict (item_id, member_id) do update set random = excluded.random, seal = excluded.seal
      ),
      broken_seal as (
        delete from seals s using (
          select item, member from changed except select item, member from sealed
        ) emptied
        where s.item_id = emptied.item and s.member_id = emptied.member
      ),
      -- What was taken back and never was is answered with an id that nothing else gets.
      outcome as (
        select accepted.request, accepted.option,
          coalesce(changed.id, nextval(pg_get_serial_sequence('bets', 'id'))) as id,
          coalesce(changed.created, now()) as created, coalesce(changed.updated, now()) as updated,
          coalesce(changed.value, 0) as value
        from accepted left join changed using (option, member)
      ),
      answered as materialized (
        select request, string_agg(format(
            '{"id":%s,"created":"%s","updated":"%s","itemOption":%s,"item":%s,"post":%s,"value":%s%s}', outcome.id,
            to_char(outcome.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            to_char(outcome.updated at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            option, sent.item, sent.post, outcome.value, ',"seal":"' || sealed.seal || '"'), ',' order by sent.nth) as answers
        from sent join outcome using (request, option) left join sealed using (request, item) group by request
      ),
      -- Another answer under the key, stored in this moment, fails them all: each is then tried alone.
      stored as (
        insert into idempotency (member_id, key, request_hash, status, body)
        select members[request], keys[request], hashes[request], 201,
          case when bulk[request] then '[' || answers || ']' else answers end
        from answered where keys[request] is not null
      )
      select request, answers, null::jsonb as refusal,
        array(
          select row(changed.member, sent.league, sent.post, sent.item, bool_or(changed.is_new), sent.shows_sums)::bet_change
          from changed join (
            select distinct item, post, league, shows_sums from sent where sent.request = answered.request
          ) sent using (item)
          where changed.member = members[answered.request]
          group by changed.member, sent.league, sent.post, sent.item, sent.shows_sums
        ) as changes
      from answered
      union all
      select request, null, refusal, '{}' from refused
    loop
      request := placed.request;
      answers := placed.answers;
      refusal := placed.refusal;
      changes := changes || placed.changes;
      return next;
    end loop;
  end loop;

  if exists (select from unnest(changes) as change where change.shows_sums) then
    moved := renew_open_sums(array(select distinct item from unnest(changes) where shows_sums), sums_from);
  end if;
  if cardinality(changes) = 0 then
    return;
  end if;
  -- Where the function is the whole transaction its events are numbered here: held to its end as by the trigger, the
  -- lock is the last that it takes.
  if is_transaction then
    perform pg_advisory_xact_lock(hashtext('hevre live events'));
  end if;
  with event as (
    -- For the league where who has bet changed, or sums that are shown; else for the member's own devices.
    insert into live_events (id, type, league_id, member_id, post_id, item_id)
    select case when is_transaction then nextval('live_event_ids') end, 'votes', league,
      case when is_new or item = any(moved) then null else member end, post, item
    from unnest(changes)
    returning *
  )
  select count(notify_of(event)) into told from event where is_transaction;
end $$;
