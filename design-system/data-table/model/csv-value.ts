/** What a cell gives to an export: never a formatted text, so that every language exports the same bytes. */
export type CsvValue = string | number | boolean | Date | null | undefined | readonly string[]
