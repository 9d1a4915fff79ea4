import type { Ref } from 'react';

type Props = {
  /** A button's: its click opens the device's chooser of files. */
  ref: Ref<HTMLInputElement>;
  /** Types or endings of the files that are offered. */
  accept: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
};

/** Invisible input of files, for a button of any look. */
export function FileInput({ ref, accept, multiple = false, onFiles }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      hidden
      multiple={multiple}
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        // Allows choosing the same file again.
        currentTarget.value = '';
      }}
    />
  );
}
