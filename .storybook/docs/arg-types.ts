import type { ReactRenderer } from '@storybook/react-vite'
import { isValidElement } from 'react'
import type { ArgTypesEnhancer } from 'storybook/internal/types'

/** An element cannot be typed: its control would show internals of React, several windows wide. */
export const disableElementControls: ArgTypesEnhancer<ReactRenderer> = ({ argTypes, initialArgs }) =>
  Object.fromEntries(
    Object.entries(argTypes).map(([name, type]) => [
      name,
      isValidElement(initialArgs[name]) ? { ...type, control: false } : type,
    ]),
  )

const literalUnion = /^(?:(?:"[^"]*"|\d+|null) \| )+(?:"[^"]*"|\d+|null)$/

/** The values of a union of literals such as `"sm" | "md" | null`, without the null; undefined for another type. */
export function literalsOf(type: string): (string | number)[] | undefined {
  if (!literalUnion.test(type)) return undefined
  const values = type
    .split(' | ')
    .filter(value => value !== 'null')
    .map(value => JSON.parse(value) as string | number)
  return values.length > 0 ? values : undefined
}

/**
 * Variants may be null, so the reader of props gives them as text instead of as values. As values they have a control,
 * and are listed one by one.
 */
export const listVariants: ArgTypesEnhancer<ReactRenderer> = ({ argTypes }) =>
  Object.fromEntries(
    Object.entries(argTypes).map(([name, argType]) => {
      const { type } = argType
      const values = typeof type === 'object' && type.name === 'other' ? literalsOf(type.value) : undefined
      if (values === undefined) return [name, argType]
      return [
        name,
        {
          ...argType,
          type: { ...(typeof type === 'object' ? type : {}), name: 'enum', value: values },
          table: { ...argType.table, type: { summary: values.map(value => JSON.stringify(value)).join(' | ') } },
        },
      ]
    }),
  )
