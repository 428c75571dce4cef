import { test } from '@playwright/test'

/** A name that an earlier attempt of the journey has not used. */
export const retryName = (name: string, separator = ' '): string => `${name}${separator}${test.info().retry + 1}`
