const spokenAttributes = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
]

/** The rest of a text after removing every bracketed message of the pseudo-locale. */
function outsideBrackets(text: string): string {
  const inner = /\[[^[\]]*\]/g
  let rest = text
  for (let next = rest.replace(inner, ''); next !== rest; next = rest.replace(inner, '')) rest = next
  return rest
}

/**
 * Words on a page in the pseudo-locale that belong to no message. Sample texts of a test are written in brackets; texts
 * of `Intl` (dates, currencies) are listed in `allowed`.
 */
export function findHardCodedTexts(root: Element, allowed = /$^/): string[] {
  const parts = [...root.querySelectorAll('*')].filter(element => !element.closest('script, style'))
  const texts = [
    root.textContent ?? '',
    ...parts.flatMap(element => spokenAttributes.map(name => element.getAttribute(name) ?? '')),
  ]
  return texts
    .map(text =>
      outsideBrackets(text)
        .replace(new RegExp(allowed.source, `${allowed.flags}g`), '')
        .trim(),
    )
    .filter(text => /\p{L}/u.test(text))
}
