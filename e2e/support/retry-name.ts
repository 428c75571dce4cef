import { test } from '@playwright/test'

/** A name that an earlier try of the journey has not used up. */
export const retryName = (name: string, separator = ' '): string => `${name}${separator}${test.info().retry + 1}`
