export const modelKinds = ['risk', 'bot'] as const
/** Fewest labels that a model is trained with. */
export const minimumLabels = { rows: 500, perClass: 50 } as const
