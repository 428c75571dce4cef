/** Formats, beside that of the upload, in which the values of an attribute may be read. */
export const uploadFormats = {
  datetime: ['day-month-year', 'month-day-year', 'year-month-day', 'seconds-since-1970', 'milliseconds-since-1970'],
  number: ['decimal-comma', 'grouped'],
  boolean: ['yes-no', 'true-false-letters', 'one-zero'],
} as const

export const uploadFormatNames = [...uploadFormats.datetime, ...uploadFormats.number, ...uploadFormats.boolean] as const
export type UploadFormat = (typeof uploadFormatNames)[number]
