/** The fixed date of all pictures and trees: relative times would otherwise change with each run. */
export const storyDate = Date.UTC(2026, 0, 5, 13, 4, 5)
