import ts from 'typescript';
import { contractFiles } from './rows-of-contract.ts';

/** The comments in the contract. Schemas have none at run time, so they are read from the source. */
export class Documentation {
  readonly #checker: ts.TypeChecker;
  readonly #exports = new Map<string, ts.Symbol>();

  constructor() {
    const program = ts.createProgram([...contractFiles], {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      allowJs: true,
    });
    this.#checker = program.getTypeChecker();
    for (const file of contractFiles) {
      const source = program.getSourceFile(file);
      const module = source && this.#checker.getSymbolAtLocation(source);
      if (!module) continue;
      for (const symbol of this.#checker.getExportsOfModule(module))
        this.#exports.set(
          `${file} ${symbol.name}`,
          symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol,
        );
    }
  }

  /** The declaration that this module exports under this name. */
  find(file: string, name: string): Documented {
    return new Documented(this.#checker, this.#exports.get(`${file} ${name}`));
  }
}

/** A declaration in the contract: a constant, or a property of one. */
export class Documented {
  readonly #checker: ts.TypeChecker;
  readonly #symbol: ts.Symbol | undefined;
  readonly #type: ts.Type | undefined;

  constructor(checker: ts.TypeChecker, symbol: ts.Symbol | undefined, type?: ts.Type) {
    this.#checker = checker;
    this.#symbol = symbol;
    this.#type = type ?? (symbol && checker.getTypeOfSymbol(symbol));
  }

  get comment(): string {
    const symbol = this.#symbol;
    return symbol ? ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)) : '';
  }

  /** A property below it, by its path. */
  at(...names: readonly string[]): Documented {
    const [name, ...others] = names;
    if (name === undefined) return this;
    return new Documented(this.#checker, this.#type?.getProperty(name)).at(...others);
  }

  /** A property of the definition of a schema. */
  part(name: string): Documented {
    return this.at('_zod', 'def', name);
  }

  /** An element of a tuple or an array. */
  element(index: number): Documented {
    const type = this.#type;
    const elements = type ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
    const element = elements[index] ?? elements[0];
    return new Documented(this.#checker, undefined, element);
  }
}
