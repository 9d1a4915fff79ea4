import { Heart, MessageCircle, Pin, Plus, Share2 } from 'lucide-react';
import { Avatar } from '#ui/people/Avatar.tsx';
import { AvatarStack } from '#ui/people/AvatarStack.tsx';
import { Button, LinkButton } from '#ui/primitives/Button.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { Logo } from '#ui/primitives/Logo.tsx';
import { RankChange } from '#ui/standings/RankChange.tsx';
import { Outcome } from '#ui/match/Outcome.tsx';
import { Spinner } from '#ui/primitives/Spinner.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { Countdown, TimeTag } from '#ui/match/TimeTag.tsx';
import * as css from './Gallery.css.ts';
import { people } from './people.ts';

const nothing = () => undefined;

export function Buttons() {
  const tones = ['main', 'quiet', 'plain', 'danger'] as const;
  return (
    <>
      {tones.map((tone) => (
        <div key={tone} className={css.flow}>
          <Button tone={tone} onClick={nothing}>
            להזמין חברים
          </Button>
          <Button tone={tone} busy onClick={nothing}>
            להזמין חברים
          </Button>
          <Button tone={tone} disabled onClick={nothing}>
            להזמין חברים
          </Button>
          <Button tone={tone} size="small" icon={<Plus size={18} />} onClick={nothing}>
            הוספה
          </Button>
        </div>
      ))}
      <Button size="large" full onClick={nothing}>
        יאללה, נכנסים
      </Button>
      <LinkButton href="#/" tone="quiet" icon={<Share2 size={18} />}>
        לליגה
      </LinkButton>
      <div className={css.flow}>
        <IconButton label="לב">
          <Heart size={22} />
        </IconButton>
        <IconButton label="נעוץ">
          <Pin size={22} />
        </IconButton>
        <IconButton label="תגובות, 12 חדשות" tone="quiet">
          <MessageCircle size={22} />
        </IconButton>
        <IconButton label="הוספה" tone="main">
          <Plus size={22} />
        </IconButton>
        <IconButton label="נשמר" tone="main" busy>
          <Plus size={22} />
        </IconButton>
        <IconButton label="סגור" disabled>
          <Plus size={22} />
        </IconButton>
      </div>
    </>
  );
}

export function Tags() {
  return (
    <>
      <div className={css.flow}>
        <Tag icon={<Pin size={13} />}>נעוץ</Tag>
        <Tag tone="strong">3 חסרים</Tag>
        <Tag tone="mine">זה אני</Tag>
        <Tag tone="won">+4</Tag>
        <Tag tone="missed">לא נכנס</Tag>
        <TimeTag state="live">עכשיו</TimeTag>
        <TimeTag state="soon">
          נסגר בעוד <Countdown until={425_000} now={0} />
        </TimeTag>
        <TimeTag state="open">היום · 22:00</TimeTag>
        <TimeTag state="ended">נגמר</TimeTag>
      </div>
      <div className={css.flow}>
        <Outcome kind="exact" points={4} />
        <Outcome kind="hit" points={2} />
        <Outcome kind="missed" />
      </div>
      <div className={css.flow}>
        <RankChange move={3} />
        <RankChange move={-1} />
        <RankChange move={0} />
        <Spinner label="נשמר…" />
        <Geresh />
        <Geresh double />
      </div>
    </>
  );
}

export function Faces() {
  return (
    <>
      <div className={css.flow}>
        <Avatar name="נועה ברקוביץ׳" size="large" mine />
        {people.slice(0, 5).map((it) => (
          <Avatar key={it.id} name={it.name} />
        ))}
        <Avatar name="Dana Levi" online />
        <Avatar name="יוסי" online={false} />
        <Avatar name="גיל" size="tiny" />
      </div>
      <AvatarStack people={people} total={14} label="מי כבר ניחש" />
      <div className={css.flow}>
        <Crest name="ארגנטינה" image="/assets/flags/arg.svg" size="large" />
        <Crest name="ארגנטינה" image="/assets/flags/arg.svg" />
        <Crest name="ברזיל" image="/assets/flags/bra.svg" size="small" />
        <Crest name="יפן" image="🇯🇵" />
        <Crest name="חנוכיה" image="🕎" />
        <Crest name="השכונה" />
      </div>
      <div className={css.flow}>
        <Logo size="small" />
        <Logo />
        <Logo size="large" />
      </div>
    </>
  );
}
