import { type FocusEvent, type PointerEvent, useRef, useState } from 'react'

/**
 * Keeps what is shown while the pointer or the focus is inside an element, so that nothing moves under either; newer
 * data is shown when both have left.
 * @param isSame whether two readings are of the same subject: one of another subject is shown at once, and kept instead
 * @param data what would be shown, as several values, each compared by identity
 * @returns the values to be shown, whether newer ones wait, and the handlers of the element
 */
export function useFrozenData<Data extends readonly unknown[]>(
  isSame: (shown: Data[number], newer: Data[number]) => boolean,
  ...data: Data
) {
  const [frozen, setFrozen] = useState<Data | null>(null)
  const hovered = useRef(false)
  const isOther = frozen?.some((value, index) => !isSame(value, data[index])) ?? false
  if (isOther) setFrozen(data)
  const shown = frozen === null || isOther ? data : frozen
  const freeze = () => setFrozen(current => current ?? data)
  return {
    shown,
    waiting: shown.some((value, index) => value !== data[index]),
    handlers: {
      onPointerEnter: () => {
        hovered.current = true
        freeze()
      },
      onPointerLeave: ({ currentTarget }: PointerEvent<HTMLElement>) => {
        hovered.current = false
        if (!currentTarget.contains(document.activeElement)) setFrozen(null)
      },
      onFocus: freeze,
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!hovered.current && !currentTarget.contains(relatedTarget)) setFrozen(null)
      },
    },
  }
}
