import type { ReactNode } from 'react';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { Heading } from '#ui/primitives/Stack.tsx';
import * as css from './LeaguePage.css.ts';

type Props = { of: Pick<League, 'name' | 'image' | 'users'>; children?: ReactNode };

/** Picture, name and size of a league or group; `children` at the inline end. */
export function CrestHeader({ of: { name, image, users }, children }: Props) {
  const t = useT();
  return (
    <header className={css.head}>
      <Crest name={name} image={image} size="large" />
      <div className={css.textColumn}>
        <Heading level={1} size="title">
          <bdi>{name}</bdi>
        </Heading>
        <p className={css.count}>{t('members', { count: users })}</p>
      </div>
      {children}
    </header>
  );
}
