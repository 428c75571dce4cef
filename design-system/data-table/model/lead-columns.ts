/** The columns before those of the caller: checkboxes that select rows, marks that expand them. */
export type LeadColumn = 'select' | 'expand'

/** A box of 16 pixels and the padding after it; the first one has the gutter before it. */
export const firstLeadWidth = 'calc(var(--dt-gutter) + 28px)'
export const nextLeadWidth = '32px'

/** Offset of a lead column from the inline start. */
export const leadOffset = (i: number): string => (i === 0 ? '0px' : firstLeadWidth)
