// Part of npm run check: each text that can disappear has its own element, and neighbouring texts are one expression.
// Browsers that translate a page replace its text nodes, neighbours by a single one, but React can only remove and change
// what it made itself.
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike;

const typesOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);
const isText = (type: ts.Type): boolean => (type.flags & TEXT) !== 0 && !(type.isStringLiteral() && type.value === '');
/** A comment, or a blank as an expression: `{' '}`. */
const isBlank = (child: ts.JsxChild): boolean =>
  ts.isJsxText(child) ||
  (ts.isJsxExpression(child) && (!child.expression || (ts.isStringLiteral(child.expression) && child.expression.text.trim() === '')));
/** `ReactNode` is passed by callers, and has its own elements. */
const isAnyNode = (types: readonly ts.Type[]): boolean => types.some(({ flags }) => (flags & ts.TypeFlags.BigInt) !== 0);

/**
 * Texts in a fragment, texts next to others that are not always there, and texts next to another text, in these files.
 * @returns each with its file and line
 */
export function looseTexts(files: readonly string[], options: ts.CompilerOptions): string[] {
  const program = ts.createProgram({ rootNames: files, options });
  const checker = program.getTypeChecker();
  const textsIn = (child: ts.JsxChild): readonly ts.Type[] => {
    if (!ts.isJsxExpression(child) || child.expression === undefined) return [];
    const types = typesOf(checker.getTypeAtLocation(child.expression));
    return isAnyNode(types) || !types.some(isText) ? [] : types;
  };
  const isWritten = (child: ts.JsxChild | undefined): boolean => child !== undefined && ts.isJsxText(child) && child.text.trim() !== '';
  const isTextOnly = (child: ts.JsxChild | undefined): boolean => {
    const types = child === undefined ? [] : textsIn(child);
    return types.length > 0 && types.every(isText);
  };
  const found = (node: ts.Node): ts.Node[] => {
    const inside: ts.Node[] = [];
    ts.forEachChild(node, (child) => void inside.push(...found(child)));
    if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return inside;
    const children = node.children.filter((child) => isWritten(child) || !isBlank(child));
    const loose = ts.isJsxFragment(node)
      ? children.filter((child) => isWritten(child) || textsIn(child).length > 0)
      : children.filter(
          (child, index) =>
            children.length > 1 &&
            (textsIn(child).some((type) => !isText(type)) ||
              (isTextOnly(child) && [children[index - 1], children[index + 1]].some((beside) => isWritten(beside) || isTextOnly(beside)))),
        );
    return [...inside, ...loose];
  };
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    if (source === undefined) return [];
    return found(source).map((node) => `${relative(root, file)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
  });
}

if (import.meta.main) {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  const screens = (config?.fileNames ?? []).filter((file) => /\/src\/(?:admin|door|signup)\/.*(?<!\.test)\.tsx$/.test(file));
  const loose = looseTexts(screens, config?.options ?? {});
  if (screens.length === 0 || loose.length > 0) {
    console.error(`These texts need an element of their own, such as a span:\n${loose.join('\n')}`);
    process.exit(1);
  }
}
