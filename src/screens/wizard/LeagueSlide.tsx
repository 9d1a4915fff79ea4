import { useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { fieldProblemsOf } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import type { createLeague } from '#machines/create-league.ts';
import { useT } from '#i18n/react.tsx';
import { useBusy, useFailure } from '#screens/actor-hooks.ts';
import { Crest } from '#ui/match/Crest.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useDraft, useProblemText, type WizardProps } from './wizard-hooks.ts';
import * as css from './wizard.css.ts';

/** More leagues than this get a search field. */
const searchFrom = 8;

/** The leagues in which the caller may create games, and a form for a new one. */
export function LeagueSlide({ actor }: WizardProps) {
  const t = useT();
  const { leagues, league } = useDraft(actor);
  const creation = useSelector(actor, ({ children }) => children.createLeague);
  const [search, setSearch] = useState('');
  const found = leagues.filter(({ name }) => name.includes(search.trim()));
  return (
    <>
      {leagues.length > searchFrom && <SearchField label={t('search')} value={search} onChange={setSearch} />}
      {search !== '' && found.length === 0 && <p className={css.muted}>{t('noResults')}</p>}
      {found.length > 0 && (
        <ChoiceList
          label={t('wizardLeague')}
          hideLabel
          value={league ? [String(league.id)] : []}
          options={found.map(({ id, name, image, users }) => ({
            value: String(id),
            label: name,
            note: t('members', { count: users }),
            picture: <Crest name={name} image={image} />,
          }))}
          onChange={([id]) => actor.send({ type: 'league.choose', id: Number(id) })}
        />
      )}
      {creation && <NewLeague key={leagues.length} creation={creation} first={leagues.length === 0} />}
    </>
  );
}

type NewLeagueProps = { creation: ActorRefFrom<typeof createLeague>; first: boolean };

function NewLeague({ creation, first }: NewLeagueProps) {
  const t = useT();
  const problemText = useProblemText();
  const [name, setName] = useState('');
  const failure = useFailure(creation);
  const busy = useBusy(creation);
  const event = { type: 'league.create' as const, name };
  const mayCreate = useSelector(creation, (snapshot) => snapshot.can(event));
  const error =
    (failure && problemText(fieldProblemsOf(failure)['name'])) ?? (failure && t(`failure.${failure.kind}`));
  return (
    <details className={css.collapsible} open={first || undefined}>
      <summary className={css.summaryRow}>
        <Plus size={20} />
        {t('createNewLeague')}
      </summary>
      <div className={css.collapsibleBody}>
        {first && <p>{t('wizardNoLeagues')}</p>}
        <TextField
          label={t('leagueName')}
          placeholder={t('leagueNamePlaceholder')}
          value={name}
          maxLength={limits.name.league}
          error={error}
          onChange={setName}
          onEnter={() => creation.send(event)}
        />
        <Button tone="quiet" busy={busy} disabled={!busy && !mayCreate} onClick={() => creation.send(event)}>
          {t('add')}
        </Button>
      </div>
    </details>
  );
}
