/** The value of a cell in an export: never formatted, so that every language exports the same bytes. */
export type CsvValue = string | number | boolean | Date | null | undefined | readonly string[]
