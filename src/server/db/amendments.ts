type Amendment = {
  readonly name: string;
  /** Checksum of the text that the database was migrated with. */
  readonly former: string;
  /** SQL that brings such a database to the state that today's text produces, together with later migrations. */
  readonly text: string;
};

/** Migrations whose text was changed after databases had run it: those databases run the amendment once. */
export const amendments: readonly Amendment[] = [
  {
    name: '0022_place_bets',
    former: '4aa7d46f80c3f8024195824c720766cfcd24a98c179c6bbb8642a4bb9b56306d',
    // 0032_seals replaces the function, with one more argument.
    text: `
      drop function place_bets(integer[], integer[], integer[], integer[], integer[], boolean[], text[], text[], jsonb, integer, integer);
      create function notify_of(event live_events) returns void language sql as $$
        select pg_notify('live', json_build_object('event', json_build_object('id', event.id, 'type', event.type,
          'league', event.league_id, 'member', event.member_id, 'post', event.post_id, 'item', event.item_id,
          'version', event.version))::text)
      $$;
      create or replace function tell_live_event() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(hashtext('hevre live events'));
        update live_events set id = nextval('live_event_ids') where key = new.key returning id into new.id;
        perform notify_of(new);
        return null;
      end $$;
      drop trigger live_event_told on live_events;
      create constraint trigger live_event_told after insert on live_events
        deferrable initially deferred for each row when (new.id is null) execute function tell_live_event();`,
  },
  {
    name: '0027_tie_breaks',
    former: '41e75981055c2a554469c0505e5e4aec416c9c0aca0cc732f4bdd9e5211b6c5e',
    text: `
      alter table leagues add check (tie_break in (
        'exact,difference,outcome', 'exact,outcome,difference', 'difference,exact,outcome',
        'difference,outcome,exact', 'outcome,exact,difference', 'outcome,difference,exact'))`,
  },
  {
    name: '0032_seals',
    former: '8b743ed08bd3a607689437f6a212fa4e232294a054798160d03fc38a8a363064',
    // 0043_bet_versions replaces the function that differs.
    text: '',
  },
  {
    name: '0040_feeds',
    former: 'f146ce7ae230737cb79cb70056bd0d10fac32c5bee34ce478b9038f8a638a00c',
    text: `
      drop trigger item_of_feed_changed on items;
      create trigger item_of_feed_changed after update on items for each row
        when ((old.status, old.date, old.started_at, old.ended_at, old.closed_at)
            is distinct from (new.status, new.date, new.started_at, new.ended_at, new.closed_at))
        execute function tell_changed_feed();`,
  },
];
