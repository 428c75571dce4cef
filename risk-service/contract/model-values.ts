export const modelKinds = ['risk', 'bot'] as const
/** Fewest labels that a model is fitted from. */
export const fewestLabels = { rows: 500, ofEachClass: 50 } as const
