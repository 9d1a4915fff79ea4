import { Pin, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Menu } from '#ui/primitives/Menu.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import * as css from './Gallery.css.ts';
import { nothing, useSampleText } from './samples.ts';

const sheets = [
  { name: 'sheet', side: 'bottom', tall: false, steady: false },
  { name: 'tall sheet', side: 'bottom', tall: true, steady: false },
  { name: 'steady sheet', side: 'bottom', tall: false, steady: true },
  { name: 'menu', side: 'end', tall: false, steady: false },
] as const;

/** Sheets, opened one at a time: each covers the whole page. */
export function SheetPart() {
  const word = useSampleText();
  const [open, setOpen] = useState<(typeof sheets)[number] | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={css.flow}>
      {sheets.map((sheet) => (
        <Button key={sheet.name} tone="quiet" onClick={() => setOpen(sheet)}>
          <span lang="en">{sheet.name}</span>
        </Button>
      ))}
      {open && (
        <Sheet
          open
          side={open.side}
          tall={open.tall}
          steady={open.steady}
          onClose={close}
          title={word('להצטרף עם קוד', 'Join by a code')}
          actions={
            open.side === 'end' ? [] : [{ label: word('שמירה', 'Save'), onPress: nothing, busy: true }]
          }
          footer={
            <Button full onClick={close}>
              {word('לפתוח ליגה חדשה', 'Make a new league')}
            </Button>
          }
        >
          <Stack>
            {/* A menu takes the focus when it is rendered. */}
            {open.side === 'end' && (
              <Menu
                label={word('תפריט', 'Menu')}
                actions={[
                  { label: word('לנעוץ', 'Pin'), icon: <Pin size={20} />, onPress: close },
                  {
                    label: word('למחוק', 'Delete'),
                    icon: <Trash2 size={20} />,
                    danger: true,
                    onPress: close,
                  },
                ]}
              />
            )}
            <Skeleton shape="row" count={5} />
          </Stack>
        </Sheet>
      )}
    </div>
  );
}
