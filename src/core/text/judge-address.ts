import { plainWords } from './reveal-characters.ts';

const JUDGE =
  '(?:reviewers?|judges?|graders?|evaluators?|scorers?|assessors?|language models?|llms?|ai(?: (?:models?|assistants?|agents?|reviewers?|judges?))?|gpt|claude|copilot|assistants?|auto ?graders?)';
const WORK =
  '(?:patch|change|diff|candidate|solution|submission|implementation|commit|pr|pull request|code|answer|entry)';
/** Submissions to be judged; a program's own functions may well prefer a candidate. */
const OFFER = '(?:patch|candidate|solution|submission|pull request|pr|diff)';
const REWARD =
  '(?:10\\s*/\\s*10|100\\s*(?:/\\s*100|%|points?)?|1\\.0|5\\s*/\\s*5|full (?:marks?|score|points|credit)|(?:the )?(?:highest|maximum|max|perfect|top|best) (?:possible )?(?:score|mark|rating|grade|rank)s?)';
const DECIDE =
  '(?:approve|accept|merge|select|choose|pick|prefer|score|rate|rank|award|assign|give|mark|grade|pass|winner?)';

/** Read on one line, lower case, single spaces. */
const ADDRESSES: readonly RegExp[] = [
  new RegExp(
    `\\b(?:note|message|instructions?|attention|important|hint|hello|dear|hey|to|for)\\b[: ,]{1,3}(?:to |for )?(?:all |any |the |every )?(?:automated |automatic )?${JUDGE}\\b.{0,80}\\b(?:${DECIDE}|trust|skip|do not|don.?t)\\b`,
  ),
  new RegExp(`^\\W*${JUDGE}\\s*[:,].{0,80}\\b${DECIDE}\\b`),
  new RegExp(
    `\\b(?:give|assign|award|rate|score|grade|rank|mark)\\b.{0,30}\\b(?:this|the|my|our)\\b.{0,20}\\b${WORK}\\b.{0,60}(?:${REWARD}|\\b(?:first|highest|best|winner|above|higher|correct)\\b)`,
  ),
  new RegExp(
    `\\b(?:score|rating|grade|verdict)\\b\\s*(?:=|:|should be|must be|is)\\s*(?:a )?${REWARD}.{0,60}\\b(?:${WORK}|${JUDGE})\\b`,
  ),
  new RegExp(
    `\\b(?:this|my|our) ${OFFER}\\b.{0,60}\\b(?:must|should|deserves?|has to|needs to|ought to)\\b.{0,40}\\b(?:win|be (?:approved|merged|rated|scored|ranked (?:first|highest|top)|the (?:winner|best)|(?:selected|chosen|preferred|accepted)(?: as the (?:winner|best)| over (?:the |all )?others?| by (?:the )?${JUDGE}))|${REWARD})`,
  ),
  new RegExp(
    `\\b(?:select|choose|pick|prefer|approve|merge)\\b.{0,10}\\b(?:this|my)\\b.{0,10}\\b${OFFER}\\b.{0,40}\\b(?:over (?:the |all )?others?|as the (?:winner|best)|winner|without (?:review|checking|running)|regardless|immediately)\\b`,
  ),
  new RegExp(`\\byou are (?:a|an|the) (?:\\w+ ){0,3}${JUDGE}\\b`),
  /\bas an? (?:ai|llm|language model|automated (?:reviewer|judge))\b/,
  /\b(?:all|every) (?:tests?|checks?|requirements?)\b.{0,30}\b(?:pass(?:ed|es)?|verified|satisfied|met)\b.{0,60}\b(?:no need to|do not|don.?t|skip|without|therefore)\b.{0,40}\b(?:review|run|check|verify|approve|look|inspect)/,
];

/** Cannot be a prompt of the program's own: its author wants another model to drop its instructions. */
const TAKES_OVER: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b(?: \w+){0,3} (?:previous|prior|above|earlier|preceding|system|your|other|all)\b(?: \w+){0,2} (?:instructions?|prompts?|rules|rubrics?|criteria|guidelines|context|messages?|directives?)\b/,
];

/** Marks of roles and turns, in the unmodified text. */
const TURNS =
  /<\|?(?:im_start|im_end|system|endoftext|eot_id|start_header_id)\|?>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|judge|verdict|score)>\s*\S|###\s*(?:system|instruction|assistant)\s*:/;

/** The same ideas in other languages: the judge, what is asked for, the best mark, and orders to forget. */
const ABROAD = {
  judge:
    /\b(?:jue[zc]\w*|jurados?|evaluador\w*|revisor\w*|avaliador\w*|juiz\w*|juges?|evaluateurs?|relecteurs?|correcteurs?|gutachter\w*|prufer\w*|bewerter\w*|richter\w*|giudic[ei]|revisor[ei]|valutator[ei]|beoordelaar\w*|sedzi\w*|recenzent\w*|hakem\w*|degerlendiric\w*)\b|评审|评委|评估者|审查者|审阅者|评判|裁判|評審|審査員|レビュアー|評価者|심사위원|평가자|리뷰어|심판|судь[яеи]|рецензент|оценщик|проверяющ|المراجع|المقيم|المحكم|निर्णायक|समीक्षक/u,
  order:
    /\b(?:ignor[ae]\w*|olvid[ae]\w*|esqueca\w*|aprueb[ae]\w*|aprov[ae]\w*|otorg\w+|asign[ae]\w*|atribu\w+|eli[jg]\w+|escolh\w+|oubli\w+|approuve\w*|attribue\w*|donne[zr]?|choisi\w+|prefere\w*|ignorier\w*|vergiss\w*|genehmig\w*|gib|vergib|wahle?n?|bevorzug\w*|approva\w*|assegna\w*|scegli\w*|negeer|keur|kies|zignoruj\w*|zatwierdz\w*|yoksay\w*|onayla\w*|gormezden)\b|忽略|无视|無視|忘记|请给|給予|给予|打|批准|选择|选为|通过|合并|承認|選んで|付けて|与えて|무시|승인|선택|주세요|부여|игнорир|забудь|поставь|одобри|выбери|оцени|تجاهل|امنح|وافق|اختر|अनदेखा|दें|चुनें/u,
  best: /\b(?:puntuacion (?:maxima|perfecta)|maxima (?:puntuacion|calificacion)|nota (?:maxima|massima)|pontuacao maxima|note (?:maximale|parfaite)|meilleure note|hochst(?:note|punktzahl|e bewertung)|volle punktzahl|punteggio (?:massimo|pieno)|voto massimo|maximale score|tam puan|en yuksek puan|maksymaln\w+ (?:ocen\w+|punkt\w+))\b|\b(?:100|10)\s?(?:puntos|pontos|punkte|punti|punten|punktow|puan|sur 100|баллов|分|点|점)|满分|滿分|最高分|満点|最高点|만점|최고 점수|высш\w+ (?:балл|оценк)|максимальн\w+ (?:балл|оценк)|الدرجة (?:الكاملة|النهائية|القصوى)|पूरे अंक/u,
  instructions:
    /\b(?:instruccion\w*|instruc[oõ]e?s|consignes?|instructions (?:precedentes|ci dessus|anterieures)|anweisung\w*|istruzion\w*|instructies|instrukcj\w*|talimat\w*)\b|指令|指示|提示词|说明|命令|지시|명령|инструкц|указани|تعليمات|التعليمات|निर्देश/u,
};

const abroad = (words: string): boolean => {
  const has = (idea: keyof typeof ABROAD): boolean => ABROAD[idea].test(words);
  if (has('order')) return has('instructions') || has('best') || has('judge');
  return has('judge') && has('best');
};

/** Cheap: without one of these no pattern above can match. */
const ANY =
  /review|judg|grade|evaluat|scor|assess|model|llm|\bai\b|gpt|claude|copilot|assistant|ignore|disregard|forget|override|bypass|rate|rating|rank|mark|award|verdict|patch|solution|submission|candidate|pull request|\bpr\b|diff|tests?\b|checks?\b|require|<|\[\/?inst|###/;
const FOREIGN =
  /[^\x00-\x7f]|\b(?:ignor|olvid|aprueb|aprov|otorg|asign|atrib|elij|oubli|approuv|attribu|donne|choisi|vergi|genehmig|gib|bevorzug|assegna|scegli|puntuac|nota|note|punkt|punteg|puan|ocen|maximale)/;

const PLAIN = /^[\t\n\r\x20-\x7e]*$/;
const DRESSED_UP = /\\[ux]|&#|%[0-9a-f]{2}|[a-z][013457@$][a-z]|(?:\b\w[ ._*|-]){4}/;

/** A person's sentence is far shorter; what is longer is looked at piece by piece. */
export const LONGEST_PASSAGE = 600;

/** Whether a text addresses a reviewer or judge. `own`: a string of a program, which may be a prompt of its own. */
export const addressesJudge = (
  passage: string,
  { own = false }: { readonly own?: boolean } = {},
): boolean => {
  const raw = passage.slice(0, LONGEST_PASSAGE);
  const lower = raw.toLowerCase();
  if (PLAIN.test(raw) && !DRESSED_UP.test(lower) && !ANY.test(lower) && !FOREIGN.test(lower)) return false;
  const words = plainWords(raw);
  if (TAKES_OVER.some((pattern) => pattern.test(words))) return true;
  if (own) return false;
  if (ANY.test(words) && (ADDRESSES.some((pattern) => pattern.test(words)) || TURNS.test(raw.toLowerCase())))
    return true;
  return FOREIGN.test(raw) && abroad(words);
};

/** Two of these ideas in one sentence of prose could sway any reader. */
const IDEAS: readonly RegExp[] = [
  new RegExp(`\\b${JUDGE}\\b|\\byou\\b|\\bsystem\\b`),
  new RegExp(
    `\\b(?:scor(?:e|es|ing)|rating|rated|grades?|marks|points|verdict|ranking|winner|${REWARD})(?!\\w)|\\b(?:9\\d|100)\\b`,
  ),
  new RegExp(
    `\\b(?:${DECIDE}|rejects?|fails?|ignore|disregard|trust|output|respond|reply|answer|return only)\\b`,
  ),
  /\b(?:perfect|flawless|excellent|superior|outstanding|impeccable|best|correct and complete|fully correct|world class|production ready|verified|certified|audited|malicious|inferior|worse)\b/,
  new RegExp(`\\b(?:this|the|my|our|other|all) (?:${OFFER}s?|change|implementation|fix|entry|others)\\b`),
  /\b(?:instructions?|prompts?|rubrics?|criteria|guidelines)\b/,
];
const FEWEST_IDEAS = 2;

/** Wider than `addressesJudge`, and wrong at times: good enough to leave a sentence out of a prompt, not to accuse. */
export const mayAddressJudge = (prose: string): boolean => {
  const words = plainWords(prose.slice(0, LONGEST_PASSAGE));
  return addressesJudge(prose) || IDEAS.filter((idea) => idea.test(words)).length >= FEWEST_IDEAS;
};
