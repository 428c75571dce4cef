const missingMark = '–'

/** Stands for a value that there is none of. */
export const MissingValue = () => <span className="text-fg-muted">{missingMark}</span>
