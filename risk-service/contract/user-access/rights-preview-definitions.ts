/** The header by which the calls of one tab name their preview. */
export const previewHeader = 'x-assay-preview'

/** Minutes after which a preview ends by itself. */
export const previewMinutes = 30
