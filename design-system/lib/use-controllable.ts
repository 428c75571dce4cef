import { useCallback, useState } from 'react'

export interface ControllableOptions<T> {
  value?: T | undefined
  defaultValue: T
  onValueChange?: ((value: T) => void) | undefined
}

/** State that the caller may control: `value` has priority when it is set, otherwise the component stores its own. */
export function useControllable<T>({
  value,
  defaultValue,
  onValueChange,
}: ControllableOptions<T>): [T, (next: T) => void] {
  const [own, setOwn] = useState(defaultValue)
  const controlled = value !== undefined
  const set = useCallback(
    (next: T) => {
      if (!controlled) setOwn(next)
      onValueChange?.(next)
    },
    [controlled, onValueChange],
  )
  return [controlled ? value : own, set]
}
