/** The columns before those of the caller: checkboxes that select rows, marks that expand them. */
export type LeadColumn = 'select' | 'expand'

/** A box of 16 pixels and the padding after it; the first one has the gutter before it. */
export const firstLeadWidth = 'calc(var(--dt-gutter) + 1.75rem)'
export const nextLeadWidth = '2rem'

/** Offset of a lead column from the inline start. */
export const leadOffset = (i: number): string => (i === 0 ? '0px' : firstLeadWidth)
