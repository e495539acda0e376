Dir["#{ENV.fetch("CANDIDATES")}/*"].sort.each do |folder|
  load "#{folder}/lib/slug.rb"
  { "A   b" => "a-b", "One  two  three" => "one-two-three" }.each do |title, wanted|
    found = Slug.make(title)
    abort "#{File.basename(folder)}: #{title.inspect} gives #{found.inspect}" unless found == wanted
  end
end
