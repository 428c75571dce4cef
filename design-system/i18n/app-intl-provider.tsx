import * as Direction from 'radix-ui/direction'
import { createContext, useContext, useLayoutEffect, type ReactNode } from 'react'
import { RawIntlProvider } from 'react-intl'
import type { AppIntl } from './create-app-intl.ts'

const TagContext = createContext('en-US')

/** Gives the tree its language and direction, and writes both on `<html>`: portalled content inherits them from there. */
export function AppIntlProvider({ value, children }: { value: AppIntl; children: ReactNode }) {
  useLayoutEffect(() => {
    // Pseudo tags are no languages for a screen reader.
    document.documentElement.lang = value.tag.startsWith('qps-') ? value.intl.locale : value.tag
    document.documentElement.dir = value.direction
  }, [value])
  return (
    <TagContext value={value.tag}>
      <RawIntlProvider value={value.intl}>
        <Direction.Provider dir={value.direction}>{children}</Direction.Provider>
      </RawIntlProvider>
    </TagContext>
  )
}

/** Language tag in force, pseudo-locales included. */
export function useLocaleTag(): string {
  return useContext(TagContext)
}

/** Reading direction in force. */
export function useDirection(): 'ltr' | 'rtl' {
  return Direction.useDirection()
}
