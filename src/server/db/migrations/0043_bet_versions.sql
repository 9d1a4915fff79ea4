-- The version of a member's picks on an item: how often they were changed. A bet may say which version it replaces, and
-- changes nothing where it is another one: a request that was overtaken on its way does not undo a newer one.
alter table seals add column version integer not null default 1;
-- Picks that were all taken back have a version and no seal.
alter table seals alter column random drop not null, alter column seal drop not null;
alter table seals add check ((random is null) = (seal is null));

drop function place_bets(integer[], integer[], integer[], integer[], integer[], boolean[], text[], text[], jsonb, integer, integer, boolean);

-- As in 0032_seals.sql, with the version that each bet replaces. `requests` numbers them from 1, once for each of their
-- bets; `options`, `amounts` (null takes the bet back), `posts` and `versions` (null: not said) have as many. `members`,
-- `bulk`, `keys` and `hashes` have one for each request. Answered are those requests that could be locked: with what each
-- of their bets is then, stored under the request's key, or with why they are refused.
create function place_bets(
  requests integer[], options integer[], amounts integer[], posts integer[],
  members integer[], bulk boolean[], keys text[], hashes text[],
  rule_defaults jsonb, most_digit integer, sums_from integer, is_transaction boolean, versions integer[] default null
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
        select s.request, s.nth, s.option, s.amount, s.post as said_post, s.version as said_version,
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
        from unnest(requests, options, amounts, posts, versions) with ordinality
          as s (request, option, amount, post, version, nth)
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
      -- Saved again as they were: their version stays, and their seal, which a device was shown.
      same as materialized (
        select bet.request, bet.item
        from bet
        left join bets b on b.item_option_id = bet.option and b.member_id = bet.member
        group by bet.request, bet.item
        having bool_and(bet.amount is not distinct from b.value) and not exists (
          select from kept where kept.request = bet.request and kept.item = bet.item and kept.replaces)
      ),
      -- `random`: of the seal that stays.
      before as materialized (
        select on_item.request, on_item.item, s.version, case when same.request is not null then s.random end as random
        from on_item
        join seals s on s.item_id = on_item.item and s.member_id = members[on_item.request]
        left join same on same.request = on_item.request and same.item = on_item.item
      ),
      stale as materialized (
        select distinct on (request) request, nth, item
        from sent left join before using (request, item)
        where said_version <> coalesce(before.version, 0)
          and not exists (select from same where same.request = sent.request and same.item = sent.item)
        order by request, nth
      ),
      -- Taking back is always possible, even above the budget.
      over_budget as (
        select request, latest as nth, budget as most
        from on_item
        where shares_budget and picked > 0 and not replaces
          and used + (select coalesce(sum(value), 0) from kept where kept.request = on_item.request and kept.item = on_item.item)
            > budget
          and not exists (select from stale where stale.request = on_item.request)
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
          union all
          select request, 4, nth, jsonb_build_object('stale', item) from stale
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
      -- Of the picks as they are after it, by what was saved.
      sealed as materialized (
        select request, item, member, version, random, seal_of(league, item, member, picks, random) as seal
        from (
          select request, league, item, member, picks, coalesce(before.random, seal_random()) as random,
            coalesce(before.version, 0) + case when before.random is null then 1 else 0 end as version
          from (
            select request, league, item, member, array_agg(option || ':' || value order by option) as picks
            from (
              select request, item, member, option, amount as value from accepted where amount is not null
              union all
              select request, item, members[request], option, value from kept where not replaces
            ) pick
            join (select distinct item, member from changed) saved using (item, member)
            join (select distinct item, league from sent) place using (item)
            group by request, league, item, member
          ) picked
          left join before using (request, item)
        ) versioned
      ),
      stored_seal as (
        insert into seals (item_id, member_id, version, random, seal)
        select item, member, version, random, seal from sealed
        on conflict (item_id, member_id)
          do update set version = excluded.version, random = excluded.random, seal = excluded.seal
      ),
      emptied as materialized (
        select item, member from changed except select item, member from sealed
      ),
      broken_seal as (
        insert into seals (item_id, member_id) select item, member from emptied
        on conflict (item_id, member_id) do update set version = seals.version + 1, random = null, seal = null
      ),
      versioned as (
        select on_item.request, on_item.item, sealed.seal, coalesce(sealed.version,
          coalesce(before.version, 0) + case when emptied.item is null then 0 else 1 end) as version
        from on_item
        left join before using (request, item)
        left join sealed using (request, item)
        left join emptied on emptied.item = on_item.item and emptied.member = members[on_item.request]
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
            '{"id":%s,"created":"%s","updated":"%s","itemOption":%s,"item":%s,"post":%s,"value":%s,"version":%s%s}', outcome.id,
            to_char(outcome.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            to_char(outcome.updated at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            option, sent.item, sent.post, outcome.value, versioned.version, ',"seal":"' || versioned.seal || '"'),
            ',' order by sent.nth) as answers
        from sent join outcome using (request, option) join versioned using (request, item) group by request
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
