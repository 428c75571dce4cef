import { type FocusEvent, useState } from 'react'

/**
 * Keeps what is shown while the pointer or the focus is inside an element, so that nothing moves under either; newer
 * data is shown when both have left.
 * @param data what would be shown, as several values, each compared by identity
 * @returns the values to be shown, whether newer ones wait, and the handlers of the element
 */
export function useFrozenData<Data extends readonly unknown[]>(...data: Data) {
  const [frozen, setFrozen] = useState<Data | null>(null)
  const freeze = () => setFrozen(current => current ?? data)
  return {
    shown: frozen ?? data,
    waiting: frozen?.some((value, index) => value !== data[index]) ?? false,
    handlers: {
      onPointerEnter: freeze,
      onPointerLeave: () => setFrozen(null),
      onFocus: freeze,
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFrozen(null)
      },
    },
  }
}
