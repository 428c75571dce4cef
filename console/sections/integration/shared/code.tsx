interface CodeProps {
  text: string
}

/** A value that people type or copy, in a sentence. */
export const Code = ({ text }: CodeProps) => (
  <code dir="ltr" className="text-xs wrap-anywhere">
    {text}
  </code>
)
