import { cx } from 'class-variance-authority'
import { extendTailwindMerge } from 'tailwind-merge'

const lengths = ['control', 'control-sm', 'row', 'header', 'topbar', 'page-header', 'bar', 'fact-row', 'nav', 'nav-collapsed', 'panel', 'rail', 'cell-x', 'page', 'avatar']

/** The keys of `tailwind.config.ts`: when a scale key is added there, it is added here. */
const merge = extendTailwindMerge<'focus-ring' | 'shift-inline'>({
  extend: {
    theme: {
      spacing: lengths,
      radius: ['mark', 'chip', 'control', 'card', 'dialog'],
      shadow: ['0', '1', '2', '3'],
      text: ['2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'],
      container: ['dialog-sm', 'dialog-md', 'dialog-lg', 'prose'],
      animate: ['fade-in', 'fade-out', 'rise-in', 'slide-in', 'changed', 'spin'],
      ease: ['ds'],
    },
    classGroups: {
      z: [{ z: ['sticky', 'nav', 'panel', 'scrim', 'dialog', 'popover', 'toast', 'tooltip'] }],
      duration: [{ duration: ['fast', 'base', 'slow', 'changed'] }],
      'focus-ring': ['focus-ring', 'focus-ring-inset'],
      'shift-inline': [{ 'shift-inline': [() => true] }],
    },
  },
})

/** Joins class names; of two that set the same property the later one stays. */
export function cn(...classes: Parameters<typeof cx>): string {
  return merge(cx(classes))
}
