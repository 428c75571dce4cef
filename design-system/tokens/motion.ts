export const durations = { fast: '80ms', base: '140ms', slow: '220ms', changed: '1200ms' } as const
export const ease = 'cubic-bezier(0.2, 0, 0, 1)'
/** Distance that a surface moves while it opens. Reduced motion sets it to zero. */
export const travel = '8px'
