const LONGEST_NAME = 120;

/** Whether a pasted text is more than the name or the link of one place: several lines, sentences, or several links. */
export function isPastedList(text: string): boolean {
  const lines = text.split(/[\n\r]+/).filter((line) => line.trim() !== "");
  const [first = "", ...more] = lines;
  // A phone shares one place as its name with its link on the next line, so two lines of this form are no list.
  const [second = ""] = more;
  if (more.length === 1 && !/https?:\/\//i.test(first) && /^\s*https?:\/\/\S+\s*$/i.test(second))
    return false;
  if (more.length > 0) return true;
  const links = first.match(/https?:\/\/\S+/gi) ?? [];
  return links.length > 1 || first.replace(links[0] ?? "", "").length > LONGEST_NAME;
}
