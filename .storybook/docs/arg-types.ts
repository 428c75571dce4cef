import type { ReactRenderer } from '@storybook/react-vite'
import { isValidElement } from 'react'
import type { ArgTypesEnhancer, StrictInputType } from 'storybook/internal/types'

/** An element cannot be typed: its control would show internals of React, several windows wide. */
export const disableElementControls: ArgTypesEnhancer<ReactRenderer> = ({ argTypes, initialArgs }) =>
  Object.fromEntries(
    Object.entries(argTypes).map(([name, type]) => [
      name,
      isValidElement(initialArgs[name]) ? { ...type, control: { disable: true } } : type,
    ]),
  )

interface InheritedProp {
  description: string
  type: string
}
/**
 * Props that a component takes over from an element of HTML, or from a part of another package, and that its stories
 * set. Their types are declared elsewhere, so no comment of the library describes them.
 */
const inheritedProps = {
  'aria-label': { description: 'Accessible name, where no visible text gives one.', type: 'string' },
  children: { description: 'Its content.', type: 'ReactNode' },
  className: { description: 'Classes that are added to its own.', type: 'string' },
  defaultValue: { description: 'Initial value, for uncontrolled use.', type: 'string' },
  href: { description: 'Address that it leads to.', type: 'string' },
  onCheckedChange: { description: 'Called with the new state.', type: '(checked: boolean) => void' },
  onClick: { description: 'Called when it is pressed.', type: '(event: MouseEvent) => void' },
  onValueChange: { description: 'Called with the new value.', type: '(value: string) => void' },
} satisfies Readonly<Record<string, InheritedProp>>

const inheritedArgType = (name: string, { description, type }: InheritedProp): StrictInputType => ({
  name,
  description,
  table: { type: { summary: type } },
})

/**
 * Describes the props that a component inherits and its stories set. One that has no prop in its table otherwise is
 * shown with its content: an empty table would look like a fault.
 */
export const describeInherited: ArgTypesEnhancer<ReactRenderer> = ({ argTypes, component, initialArgs }) => {
  const found: Record<string, StrictInputType> = { ...argTypes }
  for (const [name, inherited] of Object.entries(inheritedProps))
    if (name in initialArgs && argTypes[name]?.description === undefined)
      found[name] = { ...argTypes[name], ...inheritedArgType(name, inherited) }
  const isEmpty = Object.keys(found).length === 0 && Object.keys(initialArgs).length === 0
  if (isEmpty && component !== undefined)
    found['children'] = { ...inheritedArgType('children', inheritedProps.children), control: { disable: true } }
  return found
}

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
