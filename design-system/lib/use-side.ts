import * as Direction from 'radix-ui/direction'

export type Side = 'top' | 'bottom' | 'start' | 'end'
export type PhysicalSide = 'top' | 'bottom' | 'left' | 'right'

/** Radix poppers support physical sides only: translates a logical side for the current reading direction. */
export function useSide(side: Side): PhysicalSide {
  const direction = Direction.useDirection()
  if (side === 'top' || side === 'bottom') return side
  return (side === 'start') === (direction === 'ltr') ? 'left' : 'right'
}
