import * as Direction from 'radix-ui/direction'
import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'
import { RawIntlProvider } from 'react-intl'
import type { AppIntl } from './create-app-intl.ts'

const TagContext = createContext('en-US')

/**
 * Gives the tree its language and direction, and writes both on `<html>`: portalled content inherits them from there.
 */
export function AppIntlProvider({ value, children }: { value: AppIntl; children: ReactNode }) {
  useLayoutEffect(() => {
    const { documentElement: html } = document
    // Pseudo tags are no languages for a screen reader.
    const lang = value.tag.startsWith('qps-') ? value.intl.locale : value.tag
    // Written again, even the same value has the browser style the whole page anew; texts arrive several times in a
    // visit.
    if (html.lang !== lang) html.lang = lang
    if (html.dir !== value.direction) html.dir = value.direction
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
