import * as Direction from 'radix-ui/direction'
import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'
import { RawIntlProvider } from 'react-intl'
import type { AppIntl } from './create-app-intl.ts'

const TagContext = createContext('en-US')

/**
 * Provides language and direction to the tree, and writes both to `<html>`: portalled content inherits them from there.
 */
export function AppIntlProvider({
  value,
  children,
}: {
  /** Language, direction and messages, made with `createAppIntl`. */
  value: AppIntl
  /** The application. */
  children: ReactNode
}) {
  useLayoutEffect(() => {
    const { documentElement: html } = document
    // A screen reader does not know pseudo tags.
    const lang = value.tag.startsWith('qps-') ? value.intl.locale : value.tag
    // Writing even the same value makes the browser restyle the whole page; texts arrive several times in a visit.
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

/** Current language tag, pseudo-locales included. */
export function useLocaleTag(): string {
  return useContext(TagContext)
}

/** Current reading direction. */
export function useDirection(): 'ltr' | 'rtl' {
  return Direction.useDirection()
}
