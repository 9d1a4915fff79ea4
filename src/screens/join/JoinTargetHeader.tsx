import { T, useT } from '#i18n/react.tsx';
import type { JoinTarget } from '#machines/join.ts';
import { Crest } from '#ui/match/Crest.tsx';
import { Heading, Row } from '#ui/primitives/Stack.tsx';
import * as css from './JoinScreen.css.ts';

/** Target of a code: a league or group with picture, name and size, and the sender if known. */
export function JoinTargetHeader({ target: { kind, name, image, size, inviter } }: { target: JoinTarget }) {
  const t = useT();
  return (
    <>
      <Row gap="x3" wrap>
        <Crest name={name} image={image} size="large" />
        <div className={css.textColumn}>
          <p className={css.quiet}>{t(kind === 'section' ? 'invitationLeague' : 'invitationGroup')}</p>
          <Heading level={2}>
            <bdi>{name}</bdi>
          </Heading>
          <p className={css.quiet}>{t('members', { count: size })}</p>
        </div>
      </Row>
      {inviter !== undefined && (
        <p>
          <T k="invitedBy" name={inviter} />
        </p>
      )}
    </>
  );
}
