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

/** Variants may be null, which means their default: nothing to choose in a control, or to read in a table. */
export const omitNull: ArgTypesEnhancer<ReactRenderer> = ({ argTypes }) =>
  Object.fromEntries(
    Object.entries(argTypes).map(([name, argType]) => {
      const { type, table } = argType
      if (typeof type !== 'object' || type.name !== 'enum') return [name, argType]
      const values = { ...argType, type: { ...type, value: type.value.filter(value => value !== null) } }
      const summary = table?.type?.summary
      if (summary === undefined) return [name, values]
      return [
        name,
        { ...values, table: { ...table, type: { ...table?.type, summary: summary.replace(/ \| null$/, '') } } },
      ]
    }),
  )
