export const modelKinds = ['risk', 'bot'] as const
/** Minimum of labels for the training of a model. */
export const minimumLabels = { rows: 500, perClass: 50 } as const
