import { useSyncExternalStore } from 'react';

export const useMedia = (condition: string): boolean =>
  useSyncExternalStore(
    (notify) => {
      const media = matchMedia(condition);
      media.addEventListener('change', notify);
      return () => media.removeEventListener('change', notify);
    },
    () => matchMedia(condition).matches,
  );

export const useWide = (): boolean => useMedia('(min-width: 48rem)');
