/** The day of every picture and tree: relative times would otherwise grow older with each run. */
export const storyDate = Date.UTC(2026, 0, 5, 13, 4, 5)
