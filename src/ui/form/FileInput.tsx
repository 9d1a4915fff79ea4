import type { Ref } from 'react';

type Props = {
  /** For the button: clicking the input opens the device's file chooser. */
  ref: Ref<HTMLInputElement>;
  /** Accepted media types or file endings. */
  accept: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
};

/** Invisible file input, opened by a button of any look. */
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
