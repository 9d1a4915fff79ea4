import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { useT } from '#i18n/react.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { Spinner } from '#ui/primitives/Spinner.tsx';
import { TextField } from './TextField.tsx';

type Props = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  placeholder?: string;
  busy?: boolean;
  onEnter?: () => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** Search input. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder = label,
  busy = false,
  onEnter,
  ref,
}: Props) {
  const t = useT();
  const clear = (
    <IconButton size="small" label={t('clear')} onClick={() => onChange('')}>
      <X size={18} />
    </IconButton>
  );
  return (
    <search aria-busy={busy || undefined}>
      <TextField
        label={label}
        hideLabel
        type="search"
        enterKeyHint={onEnter ? 'enter' : 'search'}
        {...(onEnter && { onEnter })}
        ref={ref}
        value={value}
        onChange={onChange}
        placeholder={placeholder}
        maxLength={60}
        prefix={<Search size={20} />}
        suffix={busy ? <Spinner /> : value ? clear : null}
      />
    </search>
  );
}
